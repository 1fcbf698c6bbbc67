import { useTranslation } from 'react-i18next';

type RoleNames = (role: string) => string;

/** The readers with a role ("Landlords"); an unknown role is shown as stored. */
export function useRoleName(): RoleNames {
  const { t } = useTranslation();
  return (role) => {
    const names: Record<string, string> = t(($) => $.roles.name, { returnObjects: true });
    return names[role] ?? role;
  };
}

/** What a role means for the reader ("You rent out property"). */
export function useRoleOfReader(): RoleNames {
  const { t } = useTranslation();
  const sentences: Record<string, string> = t(($) => $.roles.you, { returnObjects: true });
  return (role) => sentences[role] ?? role;
}

import { useTranslation } from 'react-i18next';

type RoleWords = (role: string) => string;

/** The readers with a role ("Landlords"); an unknown role is shown as stored. */
export function useRoleName(): RoleWords {
  const names = useRoleNames();
  return (role) => names[role] ?? role;
}

/** The names of all roles, in the order in which they are listed. */
export function useRoleNames(): Record<string, string> {
  const { t } = useTranslation();
  return t(($) => $.roles.name, { returnObjects: true });
}

/** What a role means for the reader ("You rent out property"). */
export function useRoleOfReader(): RoleWords {
  const { t } = useTranslation();
  const sentences: Record<string, string> = t(($) => $.roles.you, { returnObjects: true });
  return (role) => sentences[role] ?? role;
}

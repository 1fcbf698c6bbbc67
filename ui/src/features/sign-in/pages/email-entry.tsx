import { useTranslation } from 'react-i18next';
import type { PageOf } from '../model.ts';
import { EmailField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import { Sheet } from '../sheet.tsx';
import { Terms } from '../terms.tsx';
import { useWidget } from '../widget-context.ts';

/** Page 2: the address decides what comes next. */
export function EmailEntry({ page }: { page: PageOf<'signIn'> }) {
  const { t } = useTranslation();
  const { signInOptions } = useWidget().runner.config;
  return (
    <Sheet form title={t(($) => $.sign_in.title.sign_in)}>
      <PageForm>
        <EmailField email={page.email} />
        <Buttons>
          {signInOptions.length > 1 && (
            <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
          )}
          <Submit>{t(($) => $.sign_in.btn.next)}</Submit>
        </Buttons>
      </PageForm>
      <Terms />
    </Sheet>
  );
}

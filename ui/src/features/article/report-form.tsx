import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { sendReportMessageMaxLength } from '../../api/limits.gen.ts';
import { type ReportKind, reportKinds, sendReport } from '../../api/reader.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster, stack } from '../../ui/layout.ts';
import { RadioList } from '../../ui/radio-list.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface ReportFormProps {
  slug: string;
  onSent: () => void;
  onCancel: () => void;
}

type Failure = 'many_reports' | 'email_invalid' | 'failed' | 'offline';

function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'offline';
  if (error.status === 429) return 'many_reports';
  return error.field === 'email' ? 'email_invalid' : 'failed';
}

/** Kind, text and, for visitors, a contact address. The input survives a failure. */
export function ReportForm({ slug, onSent, onCancel }: ReportFormProps) {
  const { t } = useTranslation();
  const visitor = useSession().status !== 'signed_in';
  const [kind, setKind] = useState<ReportKind>('wrong');
  const [message, setMessage] = useState('');
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    const text = message.trim();
    setMissing(text === '');
    if (text === '') {
      area.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const address = visitor ? email.trim() : '';
      await sendReport({
        articleId: slug,
        kind,
        message: text,
        ...(address && { email: address }),
      });
      onSent();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  }

  return (
    <form className={classes(stack(5), above(5))} onSubmit={send} noValidate>
      <RadioList
        legend={t(($) => $.reader.report.kind)}
        value={kind}
        onChoose={setKind}
        options={reportKinds.map((value) => ({
          value,
          label: t(($) => $.reader.report.kinds[value]),
        }))}
      />
      <TextArea
        areaRef={area}
        label={t(($) => $.reader.report.message)}
        hint={t(($) => $.reader.report.message_hint, { max: sendReportMessageMaxLength })}
        error={missing ? t(($) => $.reader.report.message_missing) : undefined}
        maxLength={sendReportMessageMaxLength}
        value={message}
        onInput={(value) => {
          setMessage(value);
          setMissing(false);
        }}
      />
      {visitor && (
        <TextField
          type="email"
          autoComplete="email"
          label={t(($) => $.reader.report.email)}
          hint={t(($) => $.reader.report.email_hint)}
          error={failure === 'email_invalid' ? t(($) => $.reader.report.email_invalid) : undefined}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setFailure(undefined);
          }}
        />
      )}
      {failure && failure !== 'email_invalid' && (
        <Refusal>{t(($) => $.reader.report[failure])}</Refusal>
      )}
      <div className={cluster(3)}>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {busy ? t(($) => $.reader.report.sending) : t(($) => $.reader.report.send)}
        </Button>
        <Button onClick={onCancel}>{t(($) => $.reader.report.cancel)}</Button>
      </div>
    </form>
  );
}

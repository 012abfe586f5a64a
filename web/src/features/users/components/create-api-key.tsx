import { useId, useState } from 'react';
import {
  apiAreaNames,
  apiAreas,
  apiKeyDays,
  apiRights,
  type ApiArea,
  type ApiRight,
  type ApiScope,
} from '#contract/api-keys.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { useCreateApiKey } from '#web/features/users/api-keys-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { formatDate } from '#web/lib/format.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { Input } from '#web/ui/input.tsx';
import { SecretOnce } from '#web/ui/secret-once.tsx';
import { Select } from '#web/ui/select.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

type Rights = Partial<Record<ApiArea, ApiRight>>;

const isRight = (text: string): text is ApiRight => (apiRights as readonly string[]).includes(text);

function RightsFields({
  rights,
  onChange,
  error,
}: {
  rights: Rights;
  onChange: (rights: Rights) => void;
  error?: string;
}) {
  const errorId = useId();
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">{t('Rights')}</legend>
      {apiAreaNames.map((area) => (
        <label key={area} className="flex items-center justify-between gap-4">
          <span>{apiAreas[area].label}</span>
          <Select
            dense
            className="w-44 shrink-0"
            value={rights[area] ?? ''}
            onChange={({ target }) => onChange({ ...rights, [area]: isRight(target.value) ? target.value : undefined })}
          >
            <option value="">{t('None')}</option>
            <option value="read">{t('Read')}</option>
            <option value="write">{t('Read and write')}</option>
          </Select>
        </label>
      ))}
      {error && (
        <p id={errorId} role="alert" className="text-small font-medium text-critical">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function MadeKey({ made, onClose }: { made: { name: string; key: string; expiresAt: string }; onClose: () => void }) {
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t('API key {name}', { name: made.name })}
        footer={<Button onClick={onClose}>{t('I Have Kept It')}</Button>}
      >
        <div className="grid gap-3">
          <SecretOnce label={t('API key')} secret={made.key} />
          <p className="text-ink-2">
            {t('Programs send it as')} <code>{t('Authorization: Bearer …')}</code>{' '}
            {t('with each call. It works until {expiresAt}.', { expiresAt: formatDate(made.expiresAt) })}
          </p>
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** Creates an API key and shows it once. */
export default function CreateApiKey({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState('');
  const [days, setDays] = useState<(typeof apiKeyDays)[number]>(90);
  const [rights, setRights] = useState<Rights>({});
  const [submitted, setSubmitted] = useState(false);
  const create = useCreateApiKey();
  const scopes = apiAreaNames.flatMap((area): ApiScope[] => (rights[area] ? [`${area}:${rights[area]}`] : []));
  const refused = create.error instanceof ApiError ? create.error.errors : {};
  const made = create.data;

  const submit = () => {
    setSubmitted(true);
    if (!name.trim() || scopes.length === 0) return;
    create.mutate(
      { name, days, scopes },
      {
        onError: (error) => {
          if (!(error instanceof ApiError) || !error.errors.name) toastError(t('API key not made'), error);
        },
      },
    );
  };
  if (made) return <MadeKey made={made} onClose={onClose} />;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t('Make an API key')}
        description={t(
          'A program with the key acts in your name. It can never do more than you, and cannot access accounts, passwords or keys.',
        )}
        footer={
          <FormButtons formId={formId} onCancel={onClose} pending={create.isPending}>
            {t('Make Key')}
          </FormButtons>
        }
      >
        <form
          id={formId}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field
            label={t('Name')}
            required
            error={submitted && !name.trim() ? t('Name is required') : refused.name}
            hint={t('What the key is for, such as the program that uses it.')}
          >
            {(control) => (
              <Input
                {...control}
                data-autofocus
                autoComplete="off"
                maxLength={100}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Field label={t('Expires after')} required>
            {(control) => (
              <Select
                {...control}
                value={days}
                onChange={({ target }) => setDays(apiKeyDays.find((each) => String(each) === target.value) ?? 90)}
              >
                {apiKeyDays.map((each) => (
                  <option key={each} value={each}>
                    {plural(each, 'day')}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <RightsFields
            rights={rights}
            onChange={setRights}
            {...(submitted && scopes.length === 0 ? { error: t('Choose at least one right') } : {})}
          />
        </form>
      </SheetContent>
    </Sheet>
  );
}

import { useState } from 'react';
import { t } from '#contract/language.ts';
import type { UploadFile } from '#web/features/uploads/file-state.ts';
import type { MetaField } from '#web/features/uploads/uploads.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface FileDetailsProps {
  file: UploadFile;
  fields: readonly MetaField[];
  onSave: (texts: Record<string, string>) => void;
  onClose: () => void;
}

/** The form for one file's details, to fill in before it is sent. */
export function FileDetails({ file, fields, onSave, onClose }: FileDetailsProps) {
  const [texts, setTexts] = useState(() => Object.fromEntries(fields.map(({ id }) => [id, file.texts[id] ?? ''])));
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(texts);
      }}
    >
      <h3 className="font-strong">{t('Editing {name}', { name: file.name })}</h3>
      {fields.map(({ id, name, placeholder, required }, index) => (
        <Field key={id} label={name} required={required ?? false}>
          {(control) => (
            <Input
              {...control}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form replaces the list that the button was in
              autoFocus={index === 0}
              placeholder={placeholder}
              maxLength={2000}
              value={texts[id] ?? ''}
              onChange={({ target }) => setTexts({ ...texts, [id]: target.value })}
            />
          )}
        </Field>
      ))}
      <div className="grid grid-cols-2 gap-2.5 md:flex md:justify-end">
        <Button variant="secondary" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit">{t('Save')}</Button>
      </div>
    </form>
  );
}

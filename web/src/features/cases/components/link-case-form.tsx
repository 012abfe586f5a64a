import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { linkCaseSchema } from '#contract/cases.ts';
import { t } from '#contract/language.ts';
import { useLinkCase } from '#web/features/cases/api.ts';
import { setupStep } from '#web/features/cases/setup-step.ts';
import { detailOf } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** Links a property by the case number from the e-mail, then opens the next step of the case. */
export function LinkCaseForm({ caseNumber = '' }: { caseNumber?: string }) {
  const link = useLinkCase();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(linkCaseSchema), values: { caseNumber } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    link.mutate(input.caseNumber, {
      onSuccess: (answer) => void navigate({ to: '/inspection-setup', search: setupStep(answer.case) }),
      onError: (error) =>
        form.setError('caseNumber', { type: 'server', message: detailOf(error) }, { shouldFocus: true }),
    }),
  );
  return (
    <Card>
      <CardHeader
        title={t('Link a property by case number')}
        note={t('Find the number in the e-mail from the brand.')}
      />
      <form noValidate className="grid gap-4 px-[18px] pt-1 pb-[18px]" onSubmit={submit}>
        <Field
          label={t('Case Number')}
          required
          hint={t('For example CASE-20261121-K7QM')}
          error={errors.caseNumber?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('caseNumber')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder={t('CASE-YYYYMMDD-XXXX')}
              className="uppercase placeholder:normal-case"
            />
          )}
        </Field>
        <Button type="submit" pending={link.isPending} className="sm:justify-self-start">
          {t('Link Property')}
        </Button>
      </form>
    </Card>
  );
}

import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { t } from '#contract/language.ts';
import { Input } from '#web/ui/input.tsx';

/** A password field with a button to show what was typed. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type'>) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...props}
        type={visible ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pe-12"
      />
      <button
        type="button"
        aria-label={visible ? t('Hide password') : t('Show password')}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-card text-ink-2 hover:text-ink focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden="true" className="size-[18px]" />
      </button>
    </div>
  );
}

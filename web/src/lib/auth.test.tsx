import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAuth } from '#web/lib/auth.tsx';

function Somebody() {
  return <p>{useAuth().user?.username}</p>;
}

test('useAuth throws a clear error outside AuthProvider [8.general.3]', () => {
  expect(() => renderToString(<Somebody />)).toThrow('useAuth must be used within an AuthProvider');
});

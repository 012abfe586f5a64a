import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAuth } from '#web/lib/auth.tsx';

function Somebody() {
  return <p>{useAuth().user?.username}</p>;
}

test('the auth context says so when it is used outside its provider [8.general.3]', () => {
  expect(() => renderToString(<Somebody />)).toThrow('useAuth must be used within an AuthProvider');
});

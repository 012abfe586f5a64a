import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app/app.tsx';
import { NoConnection } from '#web/lib/api-error.ts';
import { keepInstallOffer } from '#web/lib/install.ts';
import '#web/styles/index.css';

keepInstallOffer();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
createRoot(root, {
  onCaughtError(error) {
    if (error instanceof NoConnection) console.warn(error.message);
    else console.error(error);
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

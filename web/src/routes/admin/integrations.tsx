import AllApiKeys from '#web/features/users/components/all-api-keys.tsx';
import WebhooksPanel from '#web/features/webhooks/components/webhooks-panel.tsx';

/** Webhooks, which notify other systems, and API keys, with which those systems call this one. */
export default function IntegrationsPanel() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">Integrations</h2>
      <WebhooksPanel />
      <AllApiKeys />
    </div>
  );
}

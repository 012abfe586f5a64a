/** Why files were refused, one message per file. */
export const RefusedFiles = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <ul role="alert" className="grid gap-1 rounded-card bg-critical-soft px-4 py-3 font-medium text-critical">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );

/** The options of a filter; a value of the address that is spelled differently or no longer exists stays chosen. */
export function choiceOf(values: readonly string[], value: string | undefined) {
  const current = values.find((each) => each.toLowerCase() === value?.toLowerCase()) ?? value ?? '';
  return { current, options: current === '' || values.includes(current) ? values : [current, ...values] };
}

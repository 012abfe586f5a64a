/** The options of a filter. A value in the address that is spelled differently or no longer exists stays selected. */
export function choiceOf(values: readonly string[], value: string | undefined) {
  const current = values.find((each) => each.toLowerCase() === value?.toLowerCase()) ?? value ?? '';
  return { current, options: current === '' || values.includes(current) ? values : [current, ...values] };
}

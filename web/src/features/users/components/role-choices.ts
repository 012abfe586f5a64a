export const roleChoices = [
  { value: 'property', label: 'Property Owner' },
  { value: 'admin', label: 'Admin/QA' },
] as const;

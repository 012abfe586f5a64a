export interface Named {
  firstName: string | null;
  lastName: string | null;
  username?: string;
}

/** First and last name, else the username. */
export const fullName = (person: Named): string =>
  [person.firstName, person.lastName].filter(Boolean).join(' ') || (person.username ?? '');

/** Up to two letters. */
export const initials = (person: Named): string => {
  const letters = [person.firstName, person.lastName].map((name) => name?.trim().charAt(0) ?? '').join('');
  return (letters || person.username?.slice(0, 2) || '?').toUpperCase();
};

export const roleLabel = (role: string): string => (role === 'admin' ? 'Admin' : 'Property Owner');

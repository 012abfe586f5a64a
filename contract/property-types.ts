export const propertyTypes = ['hotel', 'motel', 'resort', 'boutique'] as const;
export type PropertyType = (typeof propertyTypes)[number];

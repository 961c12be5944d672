import type { Language } from '../../../shared/language.ts';
import type { DemoDeal, DemoRecords } from '../records.ts';

export function ownerName({ owners }: DemoRecords, { owner_id }: DemoDeal): string | null {
  const owner = owners.find(({ id }) => id === owner_id);
  return owner ? (owner.name ?? owner.email) : null;
}

export function amountText({ amount, currency }: DemoDeal, language: Language): string {
  if (amount === null) return '';
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount));
}

import type { Page } from 'playwright-core';

/** The field of the filters above the list in view. */
export const filterField = (page: Page) => page.locator('search input[role=combobox]');

/** Types a filter, such as `status:Held`, and takes the first value that is offered. */
export async function filterBy(page: Page, text: string): Promise<void> {
  await filterField(page).fill(text);
  await page.getByRole('option').first().waitFor();
  await filterField(page).press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** The chip of a chosen filter, such as "Status: Held". */
export const filterChip = (page: Page, text: string | RegExp) =>
  page.locator('search').getByRole('listitem').filter({ hasText: text });

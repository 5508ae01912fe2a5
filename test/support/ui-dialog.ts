import type { Page } from 'playwright-core';

/** Sends an update with the dialog of the Temporal UI, from the page of a workflow; answers what the UI says of it. */
export async function sendInDialog(page: Page, updateName: string, input: string): Promise<string> {
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Send an Update' }).click();
  const dialog = page.locator('#update-confirmation-modal[open]');
  await dialog.getByTestId('update-select-button').click();
  await dialog.getByRole('option', { name: updateName }).first().click();
  const editor = dialog.locator('[contenteditable=true]');
  await editor.click();
  await page.keyboard.insertText(input);
  // The editor lays the text out in lines when it is left, and the button moves: it is pressed by the keyboard.
  await editor.blur();
  await dialog.locator('.cm-line').nth(1).waitFor();
  await dialog.getByRole('button', { name: 'Submit' }).focus();
  const answered = page.waitForResponse((response) => response.url().includes('/update/'));
  await page.keyboard.press('Enter');
  await answered;
  const refusal = dialog.getByRole('alert').filter({ hasText: /\S/ });
  return page.getByText('Update successful').or(refusal).first().innerText();
}

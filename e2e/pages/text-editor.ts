import { expect, type Locator } from 'playwright/test';

/**
 * Replaces the text of a JSON editor by key presses. `fill` would select the text in the page, which the
 * editor may notice too late: the new text would be inserted before the old one.
 */
export async function writeJson(editor: Locator, text: string): Promise<void> {
  await editor.press('ControlOrMeta+a');
  await editor.page().keyboard.insertText(text);
}

/** Waits for a text in a JSON editor, then replaces it. */
export async function replaceText(editor: Locator, before: string, after: string): Promise<void> {
  await expect(editor).toContainText(before);
  await writeJson(editor, (await editor.innerText()).replace(before, after));
  await expect(editor).toContainText(after);
}

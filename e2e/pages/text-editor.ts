import { expect, type Locator } from 'playwright/test';

/**
 * Replaces all that a JSON editor holds, by its own keys. `fill` would select the text in the page, which the editor may not
 * have heard of when the new text comes: then that lands before the old one.
 */
export async function writeJson(editor: Locator, text: string): Promise<void> {
  await editor.press('ControlOrMeta+a');
  await editor.page().keyboard.insertText(text);
}

/** Replaces a part of what a JSON editor holds, once it holds it. */
export async function replaceText(editor: Locator, before: string, after: string): Promise<void> {
  await expect(editor).toContainText(before);
  await writeJson(editor, (await editor.innerText()).replace(before, after));
  await expect(editor).toContainText(after);
}

import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { expectStatus } from '../../pages/canvas.ts';
import {
  checkpoints,
  newestCheckpoint,
  outcomes,
  story,
  storyQuestions,
  storyTree,
  turns,
} from '../../pages/history.ts';
import { expectRun, interruptCards, startRun, startThread } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

const ofStory = '[aria-label="Story"]';

test('a turn reads from its input to the question, which is answered where it stands', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await startThread(page, { assistant: 'writer', input: { topic: 'A story', pace: 0 }, until: 'waiting' });
  await expect(turns(page)).toHaveText([/^Turn 1.*interrupted/]);
  await expect(checkpoints(page)).toHaveText([/^inputA story/, /^start/, /^plan.*outline/, /^write.*text/]);
  await expect(newestCheckpoint(page)).toHaveText(/^write/);
  await expect(storyQuestions(page)).toHaveText(/^review asksPublish "A story"\?/);
  await expectAccessibleInBothThemes(page, { within: ofStory });

  await storyQuestions(page).getByRole('button', { name: 'Approve' }).click();
  await expectRun(page, 'finished');
  await expect(storyQuestions(page)).toHaveCount(0);
  await expect(turns(page)).toHaveText([/^Turn 1.*finished/]);
  await expect(checkpoints(page).filter({ hasText: /^review/ })).toContainText(/approved after (≥ )?\d/);
});

test('a question that needs words is answered in its form', async ({ studio }) => {
  const { page } = studio;
  await startRun(page, { topic: 'The next one', pace: 0 });
  await expectRun(page, 'waiting');
  // Newest first.
  await expect(turns(page)).toHaveText([/^Turn 2.*interrupted/, /^Turn 1.*finished/]);
  await storyQuestions(page).getByRole('button', { name: 'Answer review in a form' }).click();
  await expect(interruptCards(page)).toBeFocused();
  await interruptCards(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await expectRun(page, 'finished');
});

test('a turn collapses to its line, also by key, and the selection stays', async ({ studio }) => {
  const { page } = studio;
  // Both turns ran the same: input, start, plan, write, review, publish. The last rows may come a moment after the run.
  const before = 12;
  await expect(checkpoints(page)).toHaveCount(before);
  await newestCheckpoint(page).click();
  await storyTree(page).press('ArrowLeft');
  await expect(turns(page).first()).toHaveAttribute('aria-expanded', 'false');
  await expect(checkpoints(page)).toHaveCount(before / 2);
  await storyTree(page).press('ArrowRight');
  await expect(newestCheckpoint(page)).toHaveAttribute('aria-selected', 'true');
  await turns(page).last().click();
  await expect(checkpoints(page)).toHaveCount(before / 2);
  await turns(page).last().click();
  await expect(checkpoints(page)).toHaveCount(before);
});

test('a turn that started at an older checkpoint says where', async ({ studio }) => {
  const { page } = studio;
  const plan = checkpoints(page).filter({ hasText: /^plan/ }).last();
  await plan.click();
  await startRun(page, { topic: 'Beside it', pace: 0 });
  await expectRun(page, 'waiting');
  await expect(turns(page).first()).toHaveText(/^Turn 3from step 1.*interrupted/);
  await expect(story(page)).toContainText('1 fork');
});

test('several questions stand one below the other', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'fanout', input: { pace: 0 }, until: 'waiting' });
  const questions = storyQuestions(page);
  await expect(questions).toHaveCount(2);
  await expectAccessible(page, { within: ofStory });
  // What ran side by side opens under the checkpoint that it made together.
  const together = checkpoints(page).filter({ hasText: /^translate/ });
  await together.click();
  await storyTree(page).press('ArrowRight');
  await expect(page.getByTestId('execution-row')).toHaveCount(4);
  await page.getByTestId('execution-row').first().click();
  await expect(page.getByRole('tab', { name: 'Node', selected: true })).toBeVisible();
  await storyTree(page).press('ArrowLeft');
  await expect(page.getByTestId('execution-row')).toHaveCount(0);
});

test('an error stands where it happened, and shows its node', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'broken', input: { how: 'throw', pace: 0 }, until: 'failed' });
  await expect(turns(page)).toHaveText([/^Turn 1.*failed/]);
  await expect(outcomes(page)).toHaveText(/^charge_card failed.*The card was declined/);
  await outcomes(page).click();
  await expectStatus(page, 'charge_card', 'failed');
  await expect(page.getByRole('tab', { name: 'Node', selected: true })).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: ofStory });
});

test('the list of threads gives its room to the story, and comes back', async ({ studio }) => {
  const { page } = studio;
  const list = page.getByRole('region', { name: 'Threads' });
  await story(page).getByRole('button', { name: 'Hide threads' }).click();
  await expect(list).toBeHidden();
  await story(page).getByRole('button', { name: 'Show threads' }).click();
  await expect(list).toBeVisible();
});

test('the story stays usable in a small window', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'writer', input: { topic: 'Small', pace: 0 }, until: 'waiting' });
  await page.setViewportSize({ width: 800, height: 600 });
  const approve = storyQuestions(page).getByRole('button', { name: 'Approve' });
  await approve.scrollIntoViewIfNeeded();
  await expect(approve).toBeInViewport();
  await approve.click();
  await expectRun(page, 'finished');
});

import { makeRecording } from '../../../src/testing/services/make-recording.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { checkpoints, inspector, newestCheckpoint, story } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, eventCount } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

const size = { checkpoints: 10_000, frames: 100_000, bytes: 4000, withTasks: true, earlierRuns: 500 };

test(
  'a recording of 10,000 checkpoints and 100,000 events is read to the end of each list, and played',
  { tag: '@full' },
  async ({ studio: { page, dataFolder } }) => {
    test.slow();
    const { zip } = await makeRecording(dataFolder, size);
    await waitForDemoServer(page);
    await page.getByLabel('Recording to open').setInputFiles(zip);
    await expect(page.getByRole('button', { name: /^Server: counter.*, connected/ })).toBeVisible(longWait());
    await expect.poll(() => eventCount(page), longWait()).toBe(size.frames);
    await expect(newestCheckpoint(page)).toContainText('step 9999');

    await test.step('the history goes on to its first checkpoint', async () => {
      const list = story(page).getByRole('tree');
      const oldest = checkpoints(page).filter({ hasText: /step 0$/ });
      // Each page of a hundred is asked for at the beginning of the one after it.
      const toOldest = () => list.evaluate((element) => element.scrollTo(0, 0));
      await expect
        .poll(async () => toOldest().then(() => oldest.count()), { ...longWait(), intervals: [50] })
        .toBe(1);
      await expect(story(page)).toContainText('10000 checkpoints');
      await oldest.click();
      await expect(inspector(page)).toContainText('step 0');
      // Far away, and not in the list until it is scrolled to.
      await list.evaluate((element) => element.scrollTo(0, 5000 * 30));
      const middle = checkpoints(page).filter({ hasText: /step 5005$/ });
      await middle.click();
      await expect(middle).toHaveAttribute('aria-selected', 'true');
      await expect(inspector(page)).toContainText('step 5005');
    });

    const tab = (name: string | RegExp) => dock(page).getByRole('tab', { name }).click();
    await test.step('the events and the runs go on to their last', async () => {
      await tab(/^Events/);
      const events = dock(page).getByRole('listbox', { name: 'Events' });
      await events.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(events.getByRole('option').last()).toContainText('999.990');
      await events.evaluate((element) => element.scrollTo(0, 0));
      await expect(events.getByRole('option').first()).toContainText('0.000');
      await tab('Runs');
      const runs = dock(page).getByRole('group', { name: 'Runs', exact: true });
      await runs.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(runs).toContainText('#1', { useInnerText: true });
    });

    await test.step('the timeline follows a playback that is sought', async () => {
      await tab('Timeline');
      const timeline = dock(page).getByRole('tree', { name: 'Timeline' });
      const toEnd = () => timeline.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await toEnd();
      await expect(timeline.getByRole('treeitem').last()).toHaveAccessibleName(/visit 9999 of 9999/);
      await dock(page).getByRole('button', { name: 'Play back run' }).click();
      const bar = page.getByRole('group', { name: 'Playback' });
      await bar.getByRole('button', { name: 'Pause' }).click();
      const position = bar.getByRole('slider', { name: 'Time of the run' });
      await position.fill('500000');
      // 10 ms each, and one at the start.
      await expect.poll(() => eventCount(page), longWait()).toBe(50_001);
      await position.fill('100000');
      await expect.poll(() => eventCount(page), longWait()).toBe(10_001);
      await toEnd();
      await expect(timeline.getByRole('treeitem').last()).toHaveAccessibleName(/visit 1000 of 1000/);
      await position.fill('980000');
      await bar.getByRole('button', { name: 'Speed: 1×' }).click();
      await page.getByRole('menuitemradio', { name: '50×' }).click();
      await bar.getByRole('button', { name: 'Play', exact: true }).click();
      await expect.poll(() => eventCount(page), longWait()).toBe(size.frames);
      await bar.getByRole('button', { name: 'Close playback' }).click();
    });
  },
);

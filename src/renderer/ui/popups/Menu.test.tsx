import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Menu, MenuItem } from './Menu.tsx';

afterEach(cleanup);

const button = () => screen.getByRole('button', { name: 'More' });

function setUp(props: { readonly disabled?: boolean; readonly onKeyDown?: () => void } = {}) {
  const onSelect = vi.fn<(name: string) => void>();
  render(
    <Menu trigger={<button {...props}>More</button>}>
      <MenuItem onSelect={() => onSelect('copy')}>Copy</MenuItem>
      <MenuItem onSelect={() => onSelect('delete')}>Delete</MenuItem>
    </Menu>,
  );
  return { user: userEvent.setup(), onSelect };
}

test('a name that has no room in a menu is read as a whole in its title', async () => {
  const [graph, other] = ['first', 'other'].map((end) => `${'A long name of an assistant '.repeat(4)}${end}`);
  render(
    <Menu trigger={<button>More</button>}>
      <MenuItem onSelect={() => undefined} detail={other}>
        {graph}
      </MenuItem>
      <MenuItem onSelect={() => undefined}>Copy</MenuItem>
    </Menu>,
  );
  await userEvent.setup().click(button());
  expect((await screen.findByText(String(graph))).title).toBe(graph);
  expect(screen.getByText(String(other)).title).toBe(other);
  // What is read as it is has no tooltip.
  expect(screen.getByText('Copy').title).toBe('');
});

describe('a menu that was never opened', () => {
  test('is a button that announces its tooltip', () => {
    setUp();
    expect(button().getAttribute('aria-haspopup')).toBe('menu');
    expect(button().getAttribute('aria-expanded')).toBe('false');
  });

  test('opens by pointer, takes a choice, and gives the focus back', async () => {
    const { user, onSelect } = setUp();
    await user.click(button());
    expect((await screen.findByRole('menu')).getAttribute('aria-labelledby')).toBe(button().id);
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(onSelect.mock.calls).toEqual([['delete']]);
    expect(screen.queryByRole('menu')).toBeNull();
    await expect.poll(() => document.activeElement === button()).toBe(true);
  });

  test.for(['{Enter}', ' ', '{ArrowDown}'])(
    'opens by %s on its first item, as it does later',
    async (key) => {
      const { user } = setUp();
      for (let times = 0; times < 2; times += 1) {
        button().focus();
        await user.keyboard(key);
        const isOnFirst = () => document.activeElement === screen.queryByRole('menuitem', { name: 'Copy' });
        await expect.poll(isOnFirst).toBe(true);
        await user.keyboard('{Escape}');
        await expect.poll(() => document.activeElement === button()).toBe(true);
      }
    },
  );

  test('does not open when its button is disabled', async () => {
    const { user } = setUp({ disabled: true });
    await user.click(button());
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test("keeps its button's own handlers", async () => {
    const onKeyDown = vi.fn<() => void>();
    const { user } = setUp({ onKeyDown });
    button().focus();
    await user.keyboard('a');
    expect(onKeyDown).toHaveBeenCalledOnce();
  });
});

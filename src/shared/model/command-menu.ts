import { z } from 'zod';

export const MenuCommand = z.strictObject({
  id: z.string().min(1).max(100),
  title: z.string().min(1).max(300),
  /** In the page's notation (`Mod+K`, `Shift+F5`, `g t`); `null` for none. */
  keys: z.string().max(40).nullable(),
  enabled: z.boolean(),
});
export type MenuCommand = z.infer<typeof MenuCommand>;

/** The page's commands for the app menu, as they are now. `sections` are set apart by lines. */
export const CommandMenu = z.strictObject({
  menus: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(40),
        sections: z.array(z.array(MenuCommand).max(60)).max(5),
      }),
    )
    .max(10),
});
export type CommandMenu = z.infer<typeof CommandMenu>;

/** What a page holds, by name. The shop also has a `path`, which is where the tab is. */
export type State = Readonly<Record<string, string | number | boolean>>;

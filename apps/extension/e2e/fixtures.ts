import type { Page } from "playwright-core";
import { test as base, inject } from "vitest";
import { z } from "zod";
import type { ExtensionBrowser } from "./browser.ts";
import { startBrowser } from "./browser.ts";
import { signIn, switchToAutonomous } from "./panel.ts";
import type { Credentials } from "./people.ts";
import { newMember } from "./people.ts";
import type { Ready } from "./stack.ts";
import { openWorkspace } from "./workspace.ts";

/** A page of the demo site with the panel of its tab; a user is signed in. */
export type PanelSession = { readonly site: Page; readonly panel: Page; readonly tabId: number; readonly browser: ExtensionBrowser };

/** What the shop remembers of one visitor. */
const ShopState = z.looseObject({
	cart: z.object({ lines: z.array(z.object({ slug: z.string(), size: z.string(), quantity: z.number() })), total: z.string() }),
	signedInAs: z.string().nullable(),
	supportRequests: z.array(z.record(z.string(), z.string())),
	choices: z.record(z.string(), z.string()),
	addresses: z.array(z.object({ name: z.string(), street: z.string() })),
});
export type ShopState = z.infer<typeof ShopState>;

type Fixtures = {
	readonly ready: Ready;
	/** The test's own browser, and so a visitor new to the shop. */
	readonly browser: ExtensionBrowser;
	/** A member whom only this test knows: what a person does reaches each of their browsers on the same site. */
	readonly member: Credentials;
	/** Opens a path of the demo site, signed in as the test's member; autonomous by default. */
	readonly openSession: (path: string, mode?: "careful") => Promise<PanelSession>;
	/** The shop's memory of this browser's visitor, which proves what was done. */
	readonly shopState: () => Promise<ShopState>;
	/** The name of a workspace that only this test changes: `src/price.js`, its test, `watch.js`. */
	readonly workspace: string;
};

/** `test` with the real extension, a real browser, all services and the demo site. */
export const test = base.extend<Fixtures>({
	ready: async ({}, use) => use(inject("ready")),
	browser: async ({ ready }, use) => {
		const browser = await startBrowser(ready.extensionDir);
		await use(browser);
		await browser.close();
	},
	member: async ({ ready }, use) => use(await newMember(ready)),
	openSession: async ({ ready, browser, member }, use) => {
		await use(async (path, mode) => {
			const opened = await browser.open(new URL(path, ready.demoUrl).href);
			await signIn(opened.panel, { url: ready.url, member });
			if (mode === undefined) await switchToAutonomous(opened.panel);
			return { ...opened, browser };
		});
	},
	shopState: async ({ ready, browser }, use) => {
		await use(() => readShop(browser, ready.demoUrl));
	},
	workspace: async ({ ready }, use) => {
		const { name, close } = await openWorkspace(ready);
		await use(name);
		await close();
	},
});

async function readShop(browser: ExtensionBrowser, demoUrl: string): Promise<ShopState> {
	const visitor = (await browser.context.cookies(demoUrl)).find(({ name }) => name === "visitor")?.value ?? "";
	return ShopState.parse(await (await fetch(new URL(`/state?visitor=${visitor}`, demoUrl))).json());
}

import { browser } from "wxt/browser";
import { preferencesItem, routinesWishItem } from "../../storage.ts";
import { readLanguage } from "../language.ts";
import { workerText } from "../words.ts";

const menuId = "run-routine";

/** Offers the routines in the menu of each page and at a key: they open the panel, where the person chooses and starts one. */
export function offerRoutines(): void {
	browser.runtime.onInstalled.addListener(() => void offer());
	preferencesItem.watch(() => void rename());
	browser.contextMenus.onClicked.addListener(({ menuItemId }, tab) => void (menuItemId === menuId ? show(tab?.windowId) : undefined));
	browser.commands.onCommand.addListener((command, tab) => void (command === menuId ? show(tab?.windowId) : undefined));
}

const menuTitle = async () => workerText[await readLanguage()].menu;

async function offer(): Promise<void> {
	browser.contextMenus.create({ id: menuId, title: await menuTitle(), contexts: ["page"] });
}

/** Follows the language that the person chose. Where the extension was just installed, there is no entry yet. */
async function rename(): Promise<void> {
	await browser.contextMenus.update(menuId, { title: await menuTitle() }).catch(() => undefined);
}

/** The panel opens first: Chrome opens it within the click alone. */
async function show(windowId: number | undefined): Promise<void> {
	if (windowId === undefined) return;
	const opening = browser.sidePanel.open({ windowId });
	await Promise.all([opening, routinesWishItem.set({ windowId, at: Date.now() })]);
}

import { browser } from "wxt/browser";
import { routinesWishItem } from "../../storage.ts";

const menuId = "run-routine";

/** Offers the routines in the menu of each page and at a key: they open the panel, where the person chooses and starts one. */
export function offerRoutines(): void {
	browser.runtime.onInstalled.addListener(() => {
		browser.contextMenus.create({ id: menuId, title: "Run a routine on this page", contexts: ["page"] });
	});
	browser.contextMenus.onClicked.addListener(({ menuItemId }, tab) => void (menuItemId === menuId ? show(tab?.windowId) : undefined));
	browser.commands.onCommand.addListener((command, tab) => void (command === menuId ? show(tab?.windowId) : undefined));
}

/** The panel opens first: Chrome opens it within the click alone. */
async function show(windowId: number | undefined): Promise<void> {
	if (windowId === undefined) return;
	const opening = browser.sidePanel.open({ windowId });
	await Promise.all([opening, routinesWishItem.set({ windowId, at: Date.now() })]);
}

import type { Api } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { siteOfAddress } from "@webhand/page/site";
import { tell } from "../../miniwob/stage/panel.ts";
import type { TestStack } from "../../miniwob/stage/test-stack.ts";
import { openTestStack } from "../../miniwob/stage/test-stack.ts";

/** The stack without a model, the member's own calls, and the tab in which a person works by hand. */
export type HandStage = Pick<TestStack, "tab" | "panel" | "close"> & { readonly api: Api };

/** Opens the stack. @param sites addresses that the member allows for good */
export async function openHandStage(sites: readonly string[]): Promise<HandStage> {
	const { tab, panel, server, close } = await openTestStack({});
	try {
		const { accessToken } = await call({ baseUrl: server.url, token: () => null }, loginRoute, { body: server.member });
		for (const site of sites) await tell(panel, { type: "site_grant", domain: siteOfAddress(site) ?? "", scope: "always" });
		return { tab, panel, api: { baseUrl: server.url, token: () => accessToken }, close };
	} catch (cause) {
		await close();
		throw cause;
	}
}

import { ApiError } from "@webhand/client/api-error";
import { call } from "@webhand/client/call";
import { finishProviderSignInRoute, startProviderSignInRoute } from "@webhand/contracts/auth/provider";
import { browser } from "wxt/browser";
import type { ProviderFailed } from "../../panel-state.ts";
import type { SignInStep } from "../../storage.ts";
import { signInStepItem } from "../../storage.ts";
import { MessageError } from "../panel/message-error.ts";
import { originOf, withServerFault } from "../server/address.ts";
import { anonymous, inTime, takeSignIn } from "./complete.ts";
import { placeOf, returnOrigin } from "./provider-address.ts";

const alarmName = "webhand.sign-in";
const ticketMs = 600_000;

type Waiting = Extract<SignInStep, { kind: "provider" }>;

/**
 * Begins a sign-in through the provider of the email's organization, in a tab of its own.
 *
 * @throws {MessageError} BAD_SERVER, BAD_PROVIDER; {ApiError} as the server refuses
 */
export async function openProvider(input: { readonly serverUrl: string; readonly email: string }, now: number): Promise<void> {
	const serverUrl = originOf(input.serverUrl);
	const { email } = input;
	await cancelSignIn();
	const { ticket, url } = await withServerFault(
		call(anonymous(serverUrl), startProviderSignInRoute, { body: { email }, signal: inTime() }),
	);
	if (!["https:", "http:"].includes(URL.parse(url)?.protocol ?? ""))
		throw new MessageError("BAD_PROVIDER", "The organization’s sign-in page has no web address. Tell your administrator.");
	const [shown] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
	// The tab is known before it shows anything, so none of its addresses is missed.
	const tab = await browser.tabs.create({ url: "about:blank", active: true });
	if (tab.id === undefined) return;
	const until = now + ticketMs;
	const place = { tabId: tab.id, back: shown?.id ?? null, returnOrigin: returnOrigin(url, serverUrl) };
	await signInStepItem.set({ kind: "provider", serverUrl, email, ticket, ...place, until });
	await browser.alarms.create(alarmName, { when: until });
	await browser.tabs.update(tab.id, { url });
}

/** Drops what was begun; the tab of a provider closes. */
export async function cancelSignIn(): Promise<void> {
	const step = await signInStepItem.get();
	await signInStepItem.set({ kind: "none" });
	if (step.kind === "provider") await leave(step);
}

/**
 * Looks at the tab of a sign-in, and ends the sign-in once it is decided. Called for each event of the tab and at each worker start: all
 * that it needs is stored, so a worker may stop in between. `closed`: Chrome may still know a tab that it just closed.
 */
function checkProvider(now: () => number, closed?: number): Promise<void> {
	return navigator.locks.request("provider-sign-in", async () => {
		const step = await signInStepItem.get();
		if (step.kind !== "provider") return;
		const tab = closed === step.tabId ? null : await browser.tabs.get(step.tabId).catch(() => null);
		if (tab === null) return await fail(step, { reason: "closed" });
		const place = placeOf(tab.url ?? "", step.returnOrigin, tab.status === "complete");
		if (place.kind === "done") return await finish(step, place.code);
		// Its page says why, so it stays.
		if (place.kind === "refused") return await fail(step, { reason: "refused" });
		if (now() < step.until) return;
		await fail(step, { reason: "late" });
		await leave(step);
	});
}

/** Watches the tab of a sign-in; registered synchronously at worker start. */
export function followProvider(now: () => number): void {
	const check = (closed?: number) => void checkProvider(now, closed);
	browser.tabs.onUpdated.addListener((_tabId, change) => {
		if (change.url !== undefined || change.status === "complete") check();
	});
	browser.tabs.onRemoved.addListener(check);
	browser.alarms.onAlarm.addListener(({ name }) => (name === alarmName ? check() : undefined));
	check();
}

async function finish(step: Waiting, code: string): Promise<void> {
	const { serverUrl, ticket } = step;
	try {
		await takeSignIn(serverUrl, call(anonymous(serverUrl), finishProviderSignInRoute, { body: { ticket, code }, signal: inTime() }));
	} catch (error) {
		const { code: refusal, message, requestId } = error instanceof ApiError ? error : { code: "NETWORK", message: String(error) };
		await fail(step, { reason: "failed", code: refusal, message, ...(requestId === undefined ? {} : { requestId }) });
	}
	await leave(step);
}

async function fail({ email, ticket }: Waiting, why: Omit<ProviderFailed, "kind" | "email">): Promise<void> {
	await signInStepItem.update((now) =>
		now.kind === "provider" && now.ticket === ticket ? { kind: "provider_failed", email, ...why } : now,
	);
}

/** Closes the tab and shows again what the user saw before. */
async function leave({ tabId, back }: Waiting): Promise<void> {
	await browser.alarms.clear(alarmName);
	await browser.tabs.remove(tabId).catch(() => undefined);
	if (back === null) return;
	const tab = await browser.tabs.update(back, { active: true }).catch(() => undefined);
	if (tab !== undefined) await browser.windows.update(tab.windowId, { focused: true });
}

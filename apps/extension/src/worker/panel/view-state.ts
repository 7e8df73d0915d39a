import type { SessionId } from "@webhand/contracts/ids";
import { extractDomain } from "@webhand/page/site";
import { browser } from "wxt/browser";
import type { AuthView, ConnectionView, SigningIn, TabView, Transport, ViewState } from "../../panel-state.ts";
import { otherRunOf } from "../../panel-state.ts";
import { RecordingView } from "../../recording.ts";
import type { RunRecord } from "../../run-record.ts";
import type { SignInStep, StoredAuth } from "../../storage.ts";
import {
	authItem,
	confirmedSignInItem,
	modeItem,
	outboxItem,
	playsItem,
	recordingItem,
	serverUrlItem,
	signInStepItem,
	siteGrantsItem,
	tabTasksItem,
	trustedGrantsItem,
} from "../../storage.ts";
import { readManaged, readShownManaged } from "../managed.ts";
import { saidOf } from "../outbox/outbox.ts";
import { playViewOf } from "../routine/policy.ts";
import { runViewOf } from "../run/report.ts";
import type { RunStore } from "../run/store.ts";
import { lastOfTab } from "../tabs/sessions.ts";
import { siteOf } from "../tabs/site.ts";
import { hasTrustedInput } from "../trusted/attach.ts";

export type ViewDeps = {
	readonly runs: Pick<RunStore, "list">;
	readonly connection: () => ConnectionView;
	readonly transportOf: (sessionId: SessionId) => Transport | null;
	readonly now: () => number;
};

/** What a panel shows; no tab is known in the settings, no chat before the panel chose one. */
export type Shown = { readonly tabId: number | undefined; readonly sessionId: SessionId | null };

/** Everything a panel draws of one tab. */
export async function viewStateOf(deps: ViewDeps, { tabId, sessionId }: Shown): Promise<ViewState> {
	const auth = await authItem.get();
	const [confirmed, step, serverUrl, managed, mode, grants, trustedGrants, known, outbox, tabTasks, recording, plays, tab] =
		await Promise.all([
			confirmedSignInItem.get(),
			signInStepItem.get(),
			serverUrlItem.get(),
			// The policy decides which form of sign-in there is; a person who is signed in does not wait for it.
			auth.kind === "none" ? readManaged() : readShownManaged(),
			modeItem.get(),
			siteGrantsItem.get(),
			trustedGrantsItem.get(),
			deps.runs.list(),
			outboxItem.get(),
			tabTasksItem.get(),
			recordingItem.get(),
			playsItem.get(),
			tabId === undefined ? null : tabViewOf(tabId),
		]);
	const user = auth.kind === "none" ? null : { userId: auth.user.id, tenantId: auth.tenantId };
	const records = runsVisibleTo(user, known);
	const own = newestInTab(tabId, records) ?? null;
	return {
		auth: authViewOf(auth, confirmed, deps.now()),
		signingIn: signingInOf(step),
		serverUrl,
		managed,
		mode,
		tab,
		run: own === null ? null : runViewOf(own),
		recording: recording !== null && user !== null && isSameOwner(recording.owner, user) ? RecordingView.parse(recording) : null,
		earlier: own === null ? [] : runsBefore(own, records).map(runViewOf),
		otherRuns: records.filter((record) => record !== own && record.phase !== "ended").map(ofCurrentTab),
		plays: Object.values(plays)
			.filter(({ owner }) => isSameOwner(owner, user))
			.map((play) => playViewOf(play, records)),
		lastOfTab: tab === null ? null : lastOfTab(tabTasks, { tabId: tab.id, url: tab.url, domain: tab.domain }),
		said: outbox.filter(({ owner }) => isSameOwner(owner, user)).map(saidOf),
		transport: sessionId === null ? null : deps.transportOf(sessionId),
		grants,
		trustedGrants: hasTrustedInput() ? trustedGrants : null,
		connection: deps.connection(),
	};
}

/** A run is shown to its owner only. @param user null while nobody is signed in: then the waiting runs are shown */
export function runsVisibleTo(user: RunRecord["owner"] | null, records: readonly RunRecord[]): readonly RunRecord[] {
	if (user === null) return records.filter(({ phase }) => phase !== "ended");
	return records.filter(({ owner }) => isSameOwner(owner, user));
}

const isSameOwner = (owner: RunRecord["owner"], user: RunRecord["owner"] | null) =>
	owner.userId === user?.userId && owner.tenantId === user.tenantId;

/** A tab may belong to an ended run and a newer one; a run may have several tabs. */
export function newestInTab(tabId: number | undefined, records: readonly RunRecord[]): RunRecord | undefined {
	const inTab = records.filter(({ tabs }) => tabId !== undefined && tabs.includes(tabId));
	return inTab.reduce<RunRecord | undefined>(
		(newest, run) => (newest !== undefined && newest.startedAt > run.startedAt ? newest : run),
		undefined,
	);
}

const shownSteps = 120;

/** Earlier runs of a tab, as many as their steps fit into one state message. */
export function runsBefore(run: RunRecord, records: readonly RunRecord[]): readonly RunRecord[] {
	const isBefore = (other: RunRecord) =>
		other !== run && other.phase === "ended" && other.tabs.includes(run.tabId) && other.startedAt <= run.startedAt;
	const newestFirst = records.filter(isBefore).sort((a, b) => b.startedAt - a.startedAt);
	let steps = 0;
	const shown = newestFirst.filter((other) => {
		steps += other.steps.length;
		return steps <= shownSteps;
	});
	return shown.toReversed();
}

const ofCurrentTab = (record: RunRecord) => otherRunOf({ ...record, tabId: record.currentTabId, state: record.end ?? "running" });

function authViewOf(auth: StoredAuth, confirmed: string, now: number): AuthView {
	if (auth.kind === "none") return { kind: "signed_out", reason: auth.reason };
	if (Date.parse(auth.expiresAt) <= now) return { kind: "signed_out", reason: "expired" };
	if (confirmed !== auth.expiresAt) return { kind: "checking" };
	const { expiresAt, user, tenantId, tenantName, tenantKind, roles } = auth;
	return { kind: "signed_in", expiresAt, user, tenantId, tenantName, tenantKind, roles };
}

/** A step without its ticket, which only the worker needs. */
export function signingInOf(step: SignInStep): SigningIn {
	if (step.kind === "provider") return { kind: "provider", email: step.email };
	if (step.kind !== "second_factor") return step;
	return { kind: "second_factor", isEnrolled: step.isEnrolled, enrolment: step.enrolment };
}

async function tabViewOf(tabId: number): Promise<TabView | null> {
	const tab = await browser.tabs.get(tabId).catch(() => null);
	if (tab === null) return null;
	const url = tab.url ?? "";
	const site = siteOf(url, extractDomain);
	const facts = { id: tabId, url, title: tab.title ?? "" };
	return site.kind === "site" ? { ...facts, domain: site.domain } : { ...facts, domain: "", restricted: site.restricted };
}

import { TenantId, WebhookId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { busyWith, endEventOf, failingMs, isListedHost, pauseBehind, placeOf } from "./policy.ts";

test("attempts are spread over 24 hours, each pause longer than the one before", () => {
	const pauses: number[] = [];
	for (let attempts = 1; ; attempts += 1) {
		const pause = pauseBehind(attempts);
		if (pause === null) break;
		pauses.push(pause);
	}
	expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
	const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
	expect(hours).toBeGreaterThan(failingMs / 3_600_000);
	expect(hours).toBeLessThan(24.1);
	expect(pauseBehind(0)).toBeNull();
});

test.for([
	["each row is done", "done", { done: 2, done_unchecked: 1 }, "run.finished"],
	["one of many failed", "done", { done: 2, failed: 1 }, "run.finished"],
	["no row was done", "done", { failed: 2, stopped: 1 }, "run.failed"],
	["a failure stopped it", "stopped", { done: 2, not_saved: 1, stopped: 5 }, "run.failed"],
	["its person stopped it", "stopped", { done: 2, stopped: 5 }, "run.finished"],
	["all were done before", "done", { skipped: 3 }, "run.finished"],
] as const)("a run of which %s is told of as what it is", ([, state, counts, event]) => {
	expect(endEventOf({ state, counts })).toBe(event);
});

test("a webhook is busy with one message under way, its tenant with 40", () => {
	const of = (letter: string, count: number) =>
		Array.from({ length: count }, () => ({
			webhookId: WebhookId.parse(`whe_${letter.repeat(22)}`),
			tenantId: TenantId.parse(`org_${letter.repeat(22)}`),
		}));
	const [a, b] = [of("a", 40), of("b", 39)];
	expect(busyWith([...a, ...b])).toEqual({ webhooks: [a[0]?.webhookId, b[0]?.webhookId], tenants: [a[0]?.tenantId] });
	expect(busyWith([])).toEqual({ webhooks: [], tenants: [] });
});

test("a listed host opens its port 443, or the one that it names", () => {
	const hosts = ["hooks.corp", "build.corp:8080", "[::1]:81"];
	const isOpen = (url: string) => isListedHost(hosts, placeOf(url));
	expect(["https://hooks.corp/in", "http://build.corp:8080/in", "http://[::1]:81/"].filter(isOpen)).toHaveLength(3);
	const shut = ["http://hooks.corp/in", "https://hooks.corp:6379/", "https://build.corp/", "http://[::1]/", "https://other.corp/"];
	expect(shut.filter(isOpen)).toEqual([]);
});

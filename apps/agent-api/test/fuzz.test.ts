import { interactRoute } from "@webhand/contracts/agent/interact";
import { chooseModelRoute } from "@webhand/contracts/agent/model";
import { answerRoute, startRoute, stepRoute } from "@webhand/contracts/agent/runs";
import type { Route } from "@webhand/contracts/routes";
import { describe, expect } from "vitest";
import type { Agent } from "./agent.ts";
import { shop, test } from "./agent.ts";
import { isDocumented, routes } from "./route-table.ts";

/** A whole body of each route that takes one: what is mutated. */
const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
	[interactRoute.path]: {
		url: shop.url,
		query: "Buy the tea",
		dom: shop.dom,
		domain: "shop.example",
		title: "Tea",
		lastActionStatus: "success",
		lastActionError: { message: "no", code: "COVERED", action: "click(1)", elementId: 1 },
		lastActionResult: { success: true, actualState: { value: "x", batch: [{ value: "y" }] } },
		domChanges: { addedCount: 1, removedCount: 0, dropdownDetected: false, stabilizationTime: 10, urlChanged: false },
		clientObservations: { didNetworkOccur: true, didDomMutate: true, didUrlChange: false },
		clientVerification: { elementFound: true, selector: "#a", urlChanged: false },
		mode: "careful",
		lastStepIndex: 0,
		batch: 5,
	},
	[startRoute.path]: { task: "Buy tea", mode: "careful", maxSteps: 5, url: shop.url, snapshot: { url: shop.url, elements: [] } },
	[stepRoute.path]: { snapshot: { url: shop.url, elements: [] }, result: { success: true }, dom: shop.dom, lastStepIndex: 0 },
	[answerRoute.path]: { approved: true, answer: "yes", done: true, questionId: "que_0000000000000000000000", remember: "task" },
	[chooseModelRoute.path]: { provider: "openai", name: "m", apiKey: "k", baseUrl: "https://models.example/v1", caPem: "x" },
};

const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: deep(depth - 1) });
const oddValues: readonly unknown[] = [
	null,
	true,
	-1,
	1.5,
	1e308,
	"",
	"x",
	" \u0000\ud800",
	[],
	[[]],
	{},
	"é".repeat(30_000),
	Array(5_000).fill("a"),
	deep(200),
	"javascript:alert(1)",
	"http://[::1",
	"00000000-0000-4000-8000-000000000000",
	{ $gt: "" },
	{ toString: 1 },
];
const rawBodies = [
	"",
	"{",
	"[]",
	"null",
	"1",
	'"text"',
	'{"url":"a","url":{"$gt":""}}',
	'{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
	`${"[".repeat(20_000)}`,
];
const oddIds = ["x", "..", "%00", "%2e%2e%2f", "a".repeat(3_000), "00000000-0000-4000-8000-000000000000", "{$gt:1}", "-1", "1e9", "%ff"];
const oddQueries = [
	"?after=x",
	"?after=1&after=2",
	"?limit=0",
	"?limit[]=1",
	"?__proto__=1",
	`?x=${"a".repeat(3_000)}`,
	"?from=1&to=2&by=day",
	"?%ff=1",
];

/** The same body with one thing wrong, once for each field and each odd value, and with each field missing. */
function mutations(body: Readonly<Record<string, unknown>>): readonly string[] {
	return Object.keys(body).flatMap((field) => {
		const { [field]: value, ...rest } = body;
		const inner = typeof value === "object" && value !== null && !Array.isArray(value) ? mutations(value as Record<string, unknown>) : [];
		return [
			JSON.stringify(rest),
			...oddValues.map((odd) => JSON.stringify({ ...rest, [field]: odd })),
			...inner.slice(0, 30).map((text) => `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:${text}}`),
		];
	});
}

type Probe = {
	readonly route: Route;
	readonly url: string;
	readonly payload?: string;
	readonly headers?: Readonly<Record<string, string>>;
};

function probesOf(route: Route): readonly Probe[] {
	const path = (id: string) => route.path.replace(/:(?:taskId|runId)/, id).replace(":stepIndex", id);
	const plain = path("00000000-0000-4000-8000-000000000000");
	const body = bodies[route.path];
	const whole = body === undefined || route.method === "GET" ? undefined : JSON.stringify(body);
	const payload = whole === undefined ? {} : { payload: whole };
	return [
		...(route.path.includes(":") ? oddIds.map((id) => ({ route, url: path(id), ...payload })) : []),
		...oddQueries.map((query) => ({ route, url: `${plain}${query}`, ...payload })),
		...(body === undefined ? [] : [...mutations(body), ...rawBodies].map((text) => ({ route, url: plain, payload: text }))),
		...["", "\u00e9", "k".repeat(201), "a\tb"].map((key) => ({ route, url: plain, ...payload, headers: { "idempotency-key": key } })),
		{ route, url: plain, ...payload, headers: { "content-type": "text/plain" } },
		{ route, url: plain, ...payload, headers: { "content-encoding": "br" } },
	];
}

async function probe({ app, user }: Agent, { route, url, payload, headers }: Probe): Promise<string | null> {
	const type = payload === undefined ? {} : { "content-type": "application/json" };
	const reply = await app.inject({
		method: route.method,
		url,
		headers: { ...user.headers, ...type, ...headers },
		...(payload === undefined ? {} : { payload }),
	});
	const body: unknown = reply.body === "" ? null : reply.json();
	if (isDocumented(route, { status: reply.statusCode, body }) && reply.statusCode < 500) return null;
	return `${route.method} ${url.slice(0, 120)} ${JSON.stringify(headers ?? {})} ${payload?.slice(0, 300) ?? ""} → ${reply.statusCode} ${reply.body.slice(0, 300)}`;
}

describe("whatever is sent", () => {
	test.for(routes.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
		"$name answers as documented, and never with a failure of its own",
		async ({ route }, { open }) => {
			const agent = await open();
			const wrong: string[] = [];
			const probes = probesOf(route);
			for (let from = 0; from < probes.length; from += 20) {
				const answers = await Promise.all(probes.slice(from, from + 20).map((one) => probe(agent, one)));
				wrong.push(...answers.filter((answer) => answer !== null));
			}
			expect(wrong).toEqual([]);
		},
	);

	const methodsAt = (path: string) => routes.filter((route) => route.path === path).map(({ method }) => method as string);
	// `/agent/run/start` is also the path of a run called "start".
	const paths = [...new Set(routes.map(({ path }) => path))].filter((path) => path !== startRoute.path);

	test.for(paths)("%s takes no other method", async (path, { open }) => {
		const agent = await open();
		const taken = methodsAt(path);
		const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !taken.includes(method));
		const url = path.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000000");
		for (const method of others) {
			const reply = await agent.app.inject({ method: method as "GET", url, headers: agent.user.headers });
			expect([method, reply.statusCode, reply.json().error.code]).toEqual([method, 405, "METHOD_NOT_ALLOWED"]);
			expect(String(reply.headers["allow"]).split(", ")).toEqual(expect.arrayContaining(taken));
		}
	});
});

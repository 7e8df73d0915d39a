import { ErrorBody } from "@webhand/contracts/errors";
import { defineRoute } from "@webhand/contracts/routes";
import { expect, test } from "vitest";
import { z } from "zod";
import { refusalsOf, routeWords, serviceWords } from "./docs-words.ts";

const route = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/x",
	summary: "Do it",
	errors: ["NOT_FOUND", "TASK_NOT_FOUND"],
});

test.for([
	["its summary and that it needs a sign-in", {}, ["Do it.", "Needs a sign-in as bearer token."]],
	["a description, and that it is open", { description: "Does *it*.", public: true }, ["Does *it*.", "Needs no sign-in."]],
	["who calls an internal route", { internal: true }, ["Do it.", "Internal: called by other services, on this service's own port."]],
	[
		"how large a body may be",
		{ body: z.object({}), bodyLimit: 10_200_000, gzip: true },
		["Do it.", "Needs a sign-in as bearer token.", "The body holds at most 10.2 MB.", "The body may come with `Content-Encoding: gzip`."],
	],
] as const)("a route is documented with %s", ([, part, expected]) => {
	expect(routeWords({ ...route, ...part }).split("\n\n")).toEqual(expected);
});

test("each status names its codes, with a body that clients can read", () => {
	const refusals = refusalsOf(route);
	expect(refusals["404"]?.description).toBe("`NOT_FOUND`, `TASK_NOT_FOUND`");
	expect(refusals["431"]?.description).toBe("`PAYLOAD_TOO_LARGE`");
	for (const { examples } of Object.values(refusals)) expect(ErrorBody.parse(examples[0])).toEqual(examples[0]);
	expect(serviceWords("of-tomorrow")).toContain("The service of-tomorrow.");
});

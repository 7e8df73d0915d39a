import { expect, test } from "vitest";
import { hashOfGranted } from "./granted.ts";

const request = { tool: "fs.write", workspaceId: "wsp_a", arguments: { path: "a.txt", content: "1" } } as const;

test("the order of members does not count, and absent is undefined", () => {
	const same = { ...request, arguments: { content: "1", expectedHash: undefined, path: "a.txt" } };
	expect(hashOfGranted(same)).toBe(hashOfGranted(request));
});

test("each part of a request counts", () => {
	const others = [
		{ ...request, tool: "fs.delete" as const },
		{ ...request, workspaceId: "wsp_b" },
		{ ...request, arguments: { path: "a.txt", content: "2" } },
		{ ...request, arguments: { path: "a.txt", content: "1", expectedHash: null } },
	];
	expect(new Set([request, ...others].map(hashOfGranted)).size).toBe(5);
});

import { expect, test } from "vitest";
import { memberNames, nameOfPerson, noNames } from "./member-names.ts";

const some = { byId: new Map([["usr_bob", "Bob"]]), isComplete: true };

test.for([
	["the reader", "usr_ada", some, "you"],
	["a member", "usr_bob", some, "Bob"],
	["somebody who left", "usr_eve", some, "Former member"],
	["somebody while not all names are known", "usr_eve", { ...some, isComplete: false }, "usr_eve"],
	["somebody in a space without members", "usr_eve", noNames, "usr_eve"],
] as const)("%s has a name that readers know", ([, id, names, expected]) => {
	expect(nameOfPerson(id, names, "usr_ada")).toBe(expected);
});

test("names are complete only when the last page was read", async () => {
	const page = (nextCursor: string | null) => ({ members: [{ userId: "usr_bob", name: "Bob" }], total: 1, nextCursor });
	const read = (replies: readonly unknown[]) => {
		const left = [...replies];
		const call = () => (left.length === 0 ? Promise.reject(new Error("offline")) : Promise.resolve(left.shift()));
		return memberNames({ call: call as never }, "org_x" as never, new AbortController().signal);
	};
	expect(await read([page("1"), page(null)])).toEqual(some);
	expect(await read([page("1")])).toEqual({ ...some, isComplete: false });
	expect((await read(Array.from({ length: 20 }, () => page("1")))).isComplete).toBe(false);
});

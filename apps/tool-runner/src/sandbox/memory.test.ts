import { expect, test } from "vitest";
import { leftInGroup } from "./memory.ts";

test.for([
	{ what: "without a limit", max: "max\n", current: "900\n", stat: "anon 1\n", left: Number.POSITIVE_INFINITY },
	{ what: "that is not there", max: "", current: "", stat: "", left: Number.POSITIVE_INFINITY },
	{ what: "with a limit", max: "1000\n", current: "900\n", stat: "anon 600\nfile 300\ninactive_file 250\nactive_file 50\n", left: 350 },
])("a group $what may still take $left bytes", ({ left, what: _what, ...group }) => {
	expect(leftInGroup(group)).toBe(left);
});

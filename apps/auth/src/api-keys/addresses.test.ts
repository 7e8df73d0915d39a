import { expect, test } from "vitest";
import { isFrom } from "./addresses.ts";

test.each([
	["everywhere without ranges", [], "203.0.113.9", true],
	["its own address", ["203.0.113.9"], "203.0.113.9", true],
	["the address beside it", ["203.0.113.9"], "203.0.113.8", false],
	["inside a range", ["192.0.2.1", "10.0.0.0/8"], "10.255.0.1", true],
	["outside of it", ["10.0.0.0/8"], "11.0.0.1", false],
	["IPv4 in the notation of IPv6", ["10.0.0.0/8"], "::ffff:10.1.2.3", true],
	["IPv6 inside a range", ["2001:db8::/32"], "2001:db8:1::7", true],
	["IPv6 where only IPv4 may", ["10.0.0.0/8"], "2001:db8::1", false],
	["one IPv6 address", ["::1"], "::1", true],
	["an IPv4 address where only IPv6 may", ["2001:db8::/32"], "10.0.0.1", false],
	["what is no address", ["10.0.0.0/8"], "nowhere", false],
] as const)("an address: %s", (_what, ranges, address, isAllowed) => {
	expect(isFrom(ranges, address)).toBe(isAllowed);
});

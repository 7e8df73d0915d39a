import { BlockList, isIPv6 } from "node:net";

/** May a key be used from an address? Without ranges from everywhere. An IPv4 address may come in IPv6 notation. @throws never */
export function isFrom(ranges: readonly string[], address: string): boolean {
	if (ranges.length === 0) return true;
	const list = new BlockList();
	for (const range of ranges) {
		const [net = "", prefix] = range.split("/");
		const family = isIPv6(net) ? "ipv6" : "ipv4";
		list.addSubnet(net, Number(prefix ?? (family === "ipv6" ? 128 : 32)), family);
	}
	return list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

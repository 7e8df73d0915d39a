import type { AddressInfo, Server } from "node:net";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { choosePorts } from "./ports.ts";

const held: Server[] = [];

afterEach(() => {
	for (const server of held.splice(0)) server.close();
});

function hold(port = 0): Promise<number> {
	const server = createServer();
	held.push(server);
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
	});
}

test("port 0 takes a free port for everything, each its own, and says nothing of it", async () => {
	const lines: string[] = [];
	const ports = await choosePorts({ gateway: 0, replicas: 3 }, (line) => lines.push(line));
	const all = Object.values(ports).flat();
	expect(all).toHaveLength(5 + 3 * 3);
	expect(new Set(all).size).toBe(all.length);
	expect(ports.auth).toHaveLength(3);
	expect(ports["tool-runner"]).toHaveLength(1);
	for (const port of all) await hold(port);
	expect(lines).toEqual([]);
});

test("a taken gateway port is refused with the option that moves it", async () => {
	const taken = await hold();
	await expect(choosePorts({ gateway: taken, replicas: 1 }, () => undefined)).rejects.toMatchObject({
		exitCode: 4,
		message: `Port ${taken} is taken. Choose another one with --port N, or --port 0 for any. A second stack beside a running one also needs a data folder of its own: --data DIR.`,
	});
});

test("any other taken port moves to a free one, and a line says so", async () => {
	const gateway = await hold();
	held.pop()?.close();
	// Whether 8790 is free here or not, after this it is taken.
	await hold(8790).catch(() => undefined);
	const lines: string[] = [];
	const ports = await choosePorts({ gateway, replicas: 1 }, (line) => lines.push(line));
	expect(ports.gateway).toEqual([gateway]);
	expect(ports.redis).not.toEqual([8790]);
	expect(lines).toContain(`Port 8790 is taken, redis listens on ${ports.redis[0]} instead.`);
});

test("a port that one stack has chosen is no other stack's, though nobody listens there yet", async () => {
	const first = await choosePorts({ gateway: 0, replicas: 1 }, () => undefined);
	const [gateway = 0] = first.gateway;
	await expect(choosePorts({ gateway, replicas: 1 }, () => undefined)).rejects.toMatchObject({ exitCode: 4 });
});

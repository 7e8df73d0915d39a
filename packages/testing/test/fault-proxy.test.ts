import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { test as base, expect } from "vitest";
import { startFaultProxy } from "../src/fault-proxy.ts";

const test = base.extend("line", async ({ task: _task }, { onCleanup }) => {
	const echo = createServer({ allowHalfOpen: true }, (socket) => void socket.on("error", () => undefined).pipe(socket));
	echo.listen(0, "127.0.0.1");
	await once(echo, "listening");
	const proxy = await startFaultProxy((echo.address() as AddressInfo).port);
	const open: Socket[] = [];
	onCleanup(async () => {
		for (const socket of open) socket.destroy();
		await proxy.close();
		echo.close();
	});
	const dial = async () => {
		const socket = connect({ port: proxy.port, host: "127.0.0.1", allowHalfOpen: true });
		open.push(socket);
		await once(socket, "connect");
		return socket;
	};
	return { proxy, dial };
});

async function echoed(socket: Socket, text: string): Promise<string> {
	socket.write(text);
	const [bytes] = await once(socket, "data");
	return String(bytes);
}

test("everything passes until a fault is set", async ({ line }) => {
	expect(await echoed(await line.dial(), "hello")).toBe("hello");
	expect(line.proxy.connections()).toBe(1);
});

test("a delay holds each direction back", async ({ line }) => {
	const socket = await line.dial();
	line.proxy.setFault({ kind: "delay", ms: 60 });
	const before = performance.now();
	expect(await echoed(socket, "late")).toBe("late");
	expect(performance.now() - before).toBeGreaterThanOrEqual(115);
});

test("a black hole keeps the bytes until it ends", async ({ line }) => {
	const socket = await line.dial();
	line.proxy.setFault({ kind: "blackhole" });
	const answer = echoed(socket, "held");
	await expect(Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 100, "nothing"))])).resolves.toBe("nothing");
	line.proxy.setFault({ kind: "none" });
	expect(await answer).toBe("held");
});

test("a reset reaches the client as an error", async ({ line }) => {
	const socket = await line.dial();
	await echoed(socket, "up");
	line.proxy.setFault({ kind: "reset" });
	const [error] = await once(socket, "error");
	expect(error).toMatchObject({ code: "ECONNRESET" });
});

test("a half-closed line ends the answer while the client may still write", async ({ line }) => {
	const socket = await line.dial();
	await echoed(socket, "up");
	line.proxy.setFault({ kind: "half_close" });
	socket.resume();
	await once(socket, "end");
	expect(socket.writable).toBe(true);
});

test("a narrow line carries no more than its bytes per second", async ({ line }) => {
	const socket = await line.dial();
	line.proxy.setFault({ kind: "bandwidth", bytesPerSecond: 100_000 });
	const before = performance.now();
	await echoed(socket, "x".repeat(10_000));
	expect(performance.now() - before).toBeGreaterThanOrEqual(150);
});

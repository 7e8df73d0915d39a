import { browser } from "wxt/browser";

const alarmName = "webhand.tick";
const alarmMinutes = 0.5;
const keepAliveMs = 20_000;

/** The alarm exists while there is something to go on with: it starts a worker that Chrome has stopped. */
export async function setTickAlarm(isNeeded: boolean): Promise<void> {
	const alarm = await browser.alarms.get(alarmName);
	if (isNeeded && alarm === undefined) await browser.alarms.create(alarmName, { periodInMinutes: alarmMinutes });
	if (!isNeeded && alarm !== undefined) await browser.alarms.clear(alarmName);
}

/** Chrome stops a worker after 30 s without a call of its API, also one that waits for a reply; so one is made every 20 s, meanwhile only. */
export async function withKeepAlive<T>(work: Promise<T>): Promise<T> {
	const timer = setInterval(() => void browser.runtime.getPlatformInfo(), keepAliveMs);
	try {
		return await work;
	} finally {
		clearInterval(timer);
	}
}

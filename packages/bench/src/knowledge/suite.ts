import type { Row } from "../report.ts";
import { measureQuality } from "./quality/suite.ts";
import { measureService } from "./speed/service.ts";
import type { SpeedPlan } from "./speed/suite.ts";
import { measureSpeed, speedPlans } from "./speed/suite.ts";
import { openWorld } from "./world.ts";

/** The whole measurement, and a short one with a tenth of the chunks. */
export const knowledgePlans: Readonly<Record<"full" | "quick", SpeedPlan>> = speedPlans;

/**
 * Quality: the service itself answers 150 questions about 60 documents, beside Orama and a plain BM25. Speed: our index beside Orama with a
 * filter, over generated chunks.
 */
export async function measureKnowledge(plan: SpeedPlan): Promise<readonly Row[]> {
	const world = await openWorld();
	const rows: Row[] = [];
	try {
		rows.push(...(await measureQuality(world)));
		const [extent] = plan.extents;
		if (extent !== undefined) rows.push(...(await measureService(world, extent)));
	} finally {
		await world.close();
	}
	return [...rows, ...(await measureSpeed(plan))];
}

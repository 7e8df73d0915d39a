import { useHardPages } from "./hard-pages.ts";
import { fieldTests } from "./suites/fields.ts";
import { fightTests } from "./suites/fights.ts";
import { widgetTests } from "./suites/widgets.ts";
import { windowTests } from "./suites/windows.ts";

// One stack and one browser for all of them: each test is a tab and a task.
const zoo = useHardPages();

fieldTests(zoo);
widgetTests(zoo);
windowTests(zoo);
fightTests(zoo);

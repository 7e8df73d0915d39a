import { others, testEachState } from "../e2e/console/each-state.ts";
import { others as otherActs, testEachState as testEachAct } from "../e2e/console/knowledge-acts.ts";
import { useViews } from "../e2e/views.ts";

const views = useViews("console");

testEachState(views, others);
testEachAct(views, otherActs);

// Tells a new game where its table stands, so that its evenings have the right dates.

const field = document.querySelector("input[name=time_zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (field && zone) field.value = zone;

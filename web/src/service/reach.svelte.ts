/** Whether the service answers. */
class Reach {
  lost = $state(false);
}

export const reach = new Reach();

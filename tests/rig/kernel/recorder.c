// SPDX-License-Identifier: MIT
/*
 * An I2C bus number 1 with a display at 0x3c that can only listen: whatever is written to it can be read from
 * /dev/i2c-recorder, each message behind its length (16 bits, little endian). Writing "0" to the module's parameter
 * "plugged" pulls the display off the bus, "1" puts it back.
 */
#include <linux/fs.h>
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>

#define ADDRESS 0x3c

static bool plugged = true;
module_param(plugged, bool, 0644);

static DEFINE_MUTEX(guard);
static DECLARE_KFIFO(heard, u8, 1 << 19);

static void keep(const struct i2c_msg *message)
{
	u8 length[2] = { message->len & 0xff, message->len >> 8 };

	mutex_lock(&guard);
	if (kfifo_avail(&heard) >= message->len + sizeof(length)) {
		kfifo_in(&heard, length, sizeof(length));
		kfifo_in(&heard, message->buf, message->len);
	}
	mutex_unlock(&guard);
}

static int transfer(struct i2c_adapter *bus, struct i2c_msg *messages, int count)
{
	for (int i = 0; i < count; i++) {
		if (!plugged || messages[i].addr != ADDRESS)
			return -EREMOTEIO;
		if (messages[i].flags & I2C_M_RD)
			memset(messages[i].buf, 0x03, messages[i].len);	/* an SSD1306's status */
		else
			keep(&messages[i]);
	}
	return count;
}

static u32 abilities(struct i2c_adapter *bus)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static ssize_t read_heard(struct file *file, char __user *to, size_t room, loff_t *offset)
{
	unsigned int copied = 0;
	int failed;

	mutex_lock(&guard);
	failed = kfifo_to_user(&heard, to, room, &copied);
	mutex_unlock(&guard);
	return failed ? failed : copied;
}

static const struct i2c_algorithm algorithm = { .master_xfer = transfer, .functionality = abilities };
static struct i2c_adapter bus = { .owner = THIS_MODULE, .name = "recorder", .algo = &algorithm, .nr = 1 };
static const struct file_operations operations = { .owner = THIS_MODULE, .read = read_heard };
static struct miscdevice device = { .minor = MISC_DYNAMIC_MINOR, .name = "i2c-recorder", .fops = &operations };

static int __init begin(void)
{
	int failed;

	INIT_KFIFO(heard);
	failed = misc_register(&device);
	if (failed)
		return failed;
	failed = i2c_add_numbered_adapter(&bus);
	if (failed)
		misc_deregister(&device);
	return failed;
}

static void __exit end(void)
{
	i2c_del_adapter(&bus);
	misc_deregister(&device);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("A display that records what it is told");
